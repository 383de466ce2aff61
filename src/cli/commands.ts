import type { CAC } from 'cac'
import type { CacheFlags } from './cache.ts'
import type { CompareFlags } from './compare.ts'
import type { DoctorFlags } from './doctor.ts'
import type { ExportFlags } from './export.ts'
import type { GradeOptions } from './grade.ts'
import type { ImportFlags } from './import.ts'
import type { InitFlags } from './init.ts'
import type { ListFlags } from './list.ts'
import type { ReportFlags } from './report.ts'
import type { SelectFlags } from './select.ts'
import type { StructuralFlags } from './structural.ts'
import type { TemplateFlags } from './template.ts'
import { cac } from 'cac'
import { version } from '../suite/version.ts'

const root = ['--root <path>', 'Folder of the Vitest config'] as const
const config = ['-c, --config <path>', 'Path of the Vitest config'] as const
const skills = ['--skills <glob>', 'Folders that are skills; may be given several times'] as const

/** The commands and their flags. What a command does is loaded when it is called. */
export function commandLine(): CAC {
  const cli = cac('skill-evals')
  cli.usage('<command> [options]\n\nEvals run in Vitest: vitest --project evals')

  cli.command('init', 'Set up a repository: the plugin in its Vitest config, and a dataset for each skill that has none')
    .option(...skills)
    .option('--dry-run', 'Say what would be done, and change nothing')
    .option(...root)
    .option(...config)
    .action(async (flags: InitFlags) => (await import('./init.ts')).init(flags))

  cli.command('doctor', 'Look at all that a run needs: Node, Vitest, the config, the skills, the agent')
    .option('--smoke', 'Ask the agent one real question, which costs money')
    .option('--format <name>', 'text or json', { default: 'text' })
    .option(...root)
    .option(...config)
    .action(async (flags: DoctorFlags) => (await import('./doctor.ts')).doctor(flags))

  cli.command('structural', 'Check skills, links and datasets, with no agent and no Vitest')
    .option(...skills)
    .option('--docs <glob>', 'Further markdown whose links are checked; may be given several times')
    .option('--skill-files <list>', 'Files that every skill must have, such as skill-card.md')
    .option('--skill-sections <list>', 'Sections that the markdown among them must have, such as Owner,License')
    .option('--external', 'Ask for links to the web, too')
    .option('--exclude-url <pattern>', 'Regular expression of URLs that are not asked for; may be given several times')
    .option('--format <name>', 'text, json, sarif or github', { default: 'text' })
    .option(...root)
    .option(...config)
    .example('  skill-evals structural --docs "docs/**/*.md" --external')
    .action(async (flags: StructuralFlags) => (await import('./structural.ts')).structural(flags))

  cli.command('select [head]', 'Print what CI has to run for a change, as one line of JSON')
    .option('--since <base>', 'What a branch changed since it parted from this commit; a second commit is its head, HEAD if not given')
    .option('--changed', 'What differs in the working tree from the last commit')
    .option('--all', 'All skills that have a dataset')
    .option('--names <list>', 'These skills')
    .option('--infra-paths <list>', 'Files, and folders that end with /, whose change runs everything; from the root of the repository')
    .option(...skills)
    .option('--room <list>', 'all, published, names, or none for no routing run')
    .option('--no-extended', 'Leave extended_evals.json out')
    .option('--labels <list>', 'Labels of the pull request, which open gates')
    .option('--ignore-gates', 'Run what waits behind a gate, too')
    .option('--behavior-runner <list>', 'Labels of the runners; OS=label for one platform (default: ubuntu-latest)')
    .option('--behavior-os <list>', 'Platforms of a skill that asks for none (default: Linux)')
    .option('--scoped-runner <list>', 'Labels of the runners for skills that ask for labels (default: --behavior-runner)')
    .option('--scoped-gate <label>', 'Label that a pull request must carry before those skills run')
    .option('--scoped-environment <name>', 'GitHub environment of those skills')
    .option(...root)
    .option(...config)
    .example('  skill-evals select --since origin/main --infra-paths vitest.config.ts,package-lock.json')
    .action(async (head: string | undefined, flags: SelectFlags) => (await import('./select.ts')).select(head, flags))

  cli.command('list', 'Skills that have a dataset, and how many evaluations of each kind')
    .option(...skills)
    .option('--format <name>', 'text or json', { default: 'text' })
    .option(...root)
    .option(...config)
    .action(async (flags: ListFlags) => (await import('./list.ts')).list(flags))

  cli.command('template [skill]', 'Print a dataset to start from')
    .option(...root)
    .option(...config)
    .example('  skill-evals template skills/my-skill > skills/my-skill/evals/evals.json')
    .action(async (skill: string | undefined, flags: TemplateFlags) => (await import('./template.ts')).template(skill, flags))

  cli.command('import <path> [...more]', 'Write datasets from evaluations of other tools: skill-creator, trigger lists, CSV, claude plugin eval, skill-up')
    .option('--skill <name>', 'The skill that they are for, by its name or folder, where the files do not say')
    .option('--dry-run', 'Print the checklist, and write nothing')
    .option('--force', 'Replace datasets and workspaces that are there')
    .option('--format <name>', 'Of the checklist: text or json', { default: 'text' })
    .option(...root)
    .option(...config)
    .example('  skill-evals import skills/my-skill/evals/trigger-evals.json --dry-run')
    .action(async (path: string, more: string[], flags: ImportFlags) => (await import('./import.ts')).importDatasets(path, more, flags))

  cli.command('export <dataset>', 'Print a dataset in a format of Anthropic\'s skill-creator')
    .option('--to <name>', 'evals (evals.json) or triggers (a trigger list)', { default: 'evals' })
    .option('--output <path>', 'Write to this file instead')
    .option('--force', 'Replace the file if it is there')
    .example('  skill-evals export skills/my-skill > evals.json')
    .action(async (dataset: string, flags: ExportFlags) => (await import('./export.ts')).exportDataset(dataset, flags))

  cli.command('grade <dir> [...files]', 'Grade kept runs again by today\'s datasets, with no agent')
    .option(root[0], root[1], { default: '.' })
    .option(...config)
    .option('--project <name>', 'Name of the Vitest project', { default: 'evals' })
    .option('-t, --testNamePattern <pattern>', 'An evaluation\'s id, or a regular expression')
    .action(async (dir: string, files: string[], options: GradeOptions) => (await import('./grade.ts')).grade(dir, files, options))

  cli.command('cache <action>', 'List the runs that are kept to be used again (ls), or remove them (clear)')
    .option('--older-than <days>', 'Remove only what is older')
    .option('--format <name>', 'Of the list: text or json', { default: 'text' })
    .option(...root)
    .option(...config)
    .example('  skill-evals cache clear --older-than 30')
    .action(async (action: string, flags: CacheFlags) => (await import('./cache.ts')).cache(action, flags))

  cli.command('report <report> [before]', 'Show a report.json again, with the difference to an earlier one below')
    .option('--format <name>', 'text, markdown, json, html, grading or benchmark', { default: 'text' })
    .option('--output <path>', 'Write to this file instead; of grading and benchmark, to this folder')
    .option('--agent <name>', 'One agent of a report of several, as if it had been alone')
    .option('--embed', 'html: put the transcripts into the page')
    .example('  skill-evals report .skill-evals/report.json main --format markdown')
    .action(async (named: string, before: string | undefined, flags: ReportFlags) => (await import('./report.ts')).report(named, before, flags))

  cli.command('compare <before> <after>', 'What changed between two reports, and whether that can be chance')
    .option('--anyway', 'Compare what is not comparable, too')
    .option('--fail-on <answer>', 'worse: exit code 1 when a tier is worse')
    .option('--format <name>', 'text, markdown or json', { default: 'text' })
    .example('  skill-evals compare main:.skill-evals/report.json .skill-evals/report.json')
    .action(async (before: string, after: string, flags: CompareFlags) => (await import('./compare.ts')).compare(before, after, flags))

  cli.help()
  cli.version(version)
  return cli
}
