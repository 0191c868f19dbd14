/** Tries of a page to reach the command again, before it says that it is gone. */
const TRIES = 5;

/**
 * The script of a live page: replaces its sections by those that the command sends. They are markup of Pyx, in which all texts are
 * escaped; the policy of the page runs no other script. The page holds the newest form of each section and nothing else.
 */
export const liveScript = `
'use strict';
const sections = document.getElementById('sections');
const connection = document.getElementById('connection');
const events = new EventSource('events');
const newest = new Map();
let tries = 0;

const slotOf = (id) => {
  const known = document.getElementById('live-' + id);
  if (known) return known;
  const slot = document.createElement('div');
  slot.id = 'live-' + id;
  slot.className = 'slot';
  sections.append(slot);
  return slot;
};
// What is replaced stays folded out, scrolled and focused as it was.
const kept = (slot) => [...slot.querySelectorAll('details, summary, [tabindex]')];
const replace = (slot, html) => {
  const before = kept(slot).map((element) => ({
    open: element.open,
    left: element.scrollLeft,
    top: element.scrollTop,
    focused: element === document.activeElement,
  }));
  slot.innerHTML = html;
  const after = kept(slot);
  for (const [index, element] of after.entries()) {
    const was = before[index];
    if (!was) continue;
    if (was.open !== undefined && element.localName === 'details') element.open = was.open;
    element.scrollLeft = was.left;
    element.scrollTop = was.top;
    if (was.focused) element.focus({ preventScroll: true });
  }
};
// A page that is not shown draws nothing: of each section only the newest form is kept for it.
const draw = () => {
  for (const [id, html] of newest) replace(slotOf(id), html);
  newest.clear();
};
const say = (text, lost) => {
  connection.textContent = text;
  connection.classList.toggle('lost', lost);
};

events.addEventListener('open', () => {
  tries = 0;
  say('Connected: drawn while the command goes on.', false);
});
events.addEventListener('sections', ({ data }) => {
  if (newest.size === 0) requestAnimationFrame(draw);
  for (const [id, html] of JSON.parse(data)) newest.set(id, html);
});
events.addEventListener('end', ({ data }) => {
  events.close();
  document.title = JSON.parse(data).title;
  say('The command has ended, and nothing more is drawn.', false);
});
events.addEventListener('error', () => {
  tries++;
  if (tries >= ${TRIES}) events.close();
  say(
    events.readyState === EventSource.CLOSED
      ? 'The command cannot be reached: it has ended, or too many pages show it.'
      : 'The connection to the command is lost; trying again.',
    true,
  );
});
`;
