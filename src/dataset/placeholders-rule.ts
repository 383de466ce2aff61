import type { Finding, Position } from '../catalog/finding.ts'
import type { Evaluation } from './evaluation.ts'

/** `{name}`, but not `${name}` or `{{name}}`, which belong to the shell and to templates. */
const PLACEHOLDER = /(?<![{$])\{([A-Z_]\w*)\}(?!\})/i

/** Without hooks nothing fills a `{placeholder}`: the agent gets the braces. */
export function placeholdersRule(file: string, evaluation: Evaluation): Finding[] {
  const { positions } = evaluation
  return [
    ...unfilled('prompt', [evaluation.prompt], [positions.prompt]),
    ...unfilled('logs_contain', evaluation.logsContain, positions.logsContain),
    ...unfilled('files_exist', evaluation.filesExist, positions.filesExist),
  ].map(({ key, name, place }) => ({
    rule: 'dataset/placeholder',
    severity: 'warning',
    file,
    id: evaluation.id,
    ...(place ?? positions.start),
    message: `Evaluation \`${evaluation.id}\`: \`{${name}}\` in \`${key}\` looks like a placeholder, but the skill has no hooks file that would fill it. Write \`evals/hooks.ts\`, or the text itself.`,
    blocks: false,
  }))
}

function unfilled(key: string, texts: string[], places: Position[]): { key: string, name: string, place: Position | undefined }[] {
  return texts.flatMap((text, index) => {
    const name = PLACEHOLDER.exec(text)?.[1]
    return name === undefined ? [] : [{ key, name, place: places[index] }]
  })
}
