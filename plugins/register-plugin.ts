import { addTargetForm } from '../fixtures/targets/open-target.ts';
import { addKind } from '../fixtures/world/kinds/all.ts';
import { addReport } from '../reports/run-reports.ts';
import { addCases } from '../suites/catalog.ts';
import type { Plugin } from './plugin.ts';
import { pluginCases } from './plugin-cases.ts';
import { PluginError } from './plugin-error.ts';
import { pluginProblem } from './plugin-problem.ts';
import type { SourcePlace } from './source-place.ts';

/** By name. They stay for the rest of the program. */
const registered = new Map<string, Plugin>();

/** All plug-ins, in the order in which they were registered. */
export const plugins = (): readonly Plugin[] => [...registered.values()];

/**
 * Adds what a plug-in has to the cases of every standard, to the reports, to the kinds of targets and to those of values; a second
 * time it does nothing. `place`: where its module is, if it was loaded from a file. Throws `PluginError` for what is no plug-in, and
 * for what exists.
 */
export function registerPlugin(plugin: Plugin, place?: SourcePlace): void {
  const problem = pluginProblem(plugin);
  if (problem) throw new PluginError(`${place?.ofName(problem.at ?? '') ?? 'a plug-in'}: ${problem.problem}`);
  const { name, reports = {}, targets = [], kinds = {} } = plugin;
  const other = registered.get(name);
  if (other === plugin) return;
  const refuse = (what: string, at: string): never => {
    throw new PluginError(`${place?.ofName(at) ?? `the plug-in ${name}`}: ${what}`, { remedy: 'give it another name' });
  };
  if (other) refuse(`there is another plug-in with the name ${name}`, name);
  for (const [report, made] of Object.entries(reports)) if (!addReport(report, made)) refuse(`there is a report "${report}"`, report);
  for (const form of targets)
    if (!addTargetForm(form)) refuse(`there is a kind of target whose values begin like "${form.prefix}"`, form.prefix);
  for (const [kind, provider] of Object.entries(kinds))
    if (!addKind(kind, provider)) refuse(`there are values for the shape ${kind}`, kind);
  if (plugin.cases !== undefined) addCases((specification, models) => pluginCases(plugin, specification, { models, place }));
  registered.set(name, plugin);
}
