/** For the scripts of pages: a button that copies the text of an element, and says so. */
export const COPY_SCRIPT = `const copiesFrom = (button, text) => {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'copied';
    } catch {
      // Not allowed in this browser: the text is selected, for Ctrl+C.
      getSelection().selectAllChildren(text);
      button.textContent = 'selected';
    }
    setTimeout(() => { button.textContent = 'copy'; }, 2000);
  });
};`;
