import type { Step } from './init-steps.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseJson } from '../catalog/json.ts'
import { absolutePath } from '../catalog/paths.ts'
import { repositoryRoot } from '../catalog/repository.ts'
import { kept } from './init-steps.ts'
import { insertFirst, insertInto, lineBreakOf } from './insert-text.ts'

const script = 'vitest run --project evals'

/** Runs and reports are nobody's to commit. `null` outside of a git repository, and for an output folder outside of the root. */
export function gitignoreStep(root: string, outputDir: string): Step | null {
  const folder = path.relative(root, outputDir).replaceAll('\\', '/')
  if (repositoryRoot(absolutePath(root), new Map()) === null || folder === '' || /^\.\.(?:\/|$)/.test(folder) || path.isAbsolute(folder))
    return null
  const file = path.join(root, '.gitignore')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (isIgnored(root, folder, text))
    return kept(file, `${folder}/ is ignored`)
  const eol = lineBreakOf(text ?? '')
  const gap = text === null || text === '' || text.endsWith('\n') ? '' : eol
  return { file, done: text === null ? 'written' : 'changed', what: `${folder}/ added`, text: `${text ?? ''}${gap}${folder}/${eol}` }
}

/** git knows best: a rule may stand in a file above, or in the user's own. Without git the file itself is read. */
function isIgnored(root: string, folder: string, text: string | null): boolean {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', `${folder}/x`], { cwd: root, stdio: 'ignore' })
  if (status === 0 || status === 1)
    return status === 0
  const lines = (text ?? '').split(/\r?\n/).map(line => line.trim())
  return [folder, `${folder}/`, `/${folder}`, `/${folder}/`].some(line => lines.includes(line))
}

/** A script `evals`, as `npm run evals` is what people will try. `null` without a `package.json` that can be read. */
export function scriptStep(root: string): Step | null {
  const file = path.join(root, 'package.json')
  if (!existsSync(file))
    return null
  const source = readFileSync(file, 'utf8')
  const json = parseJson(source)
  if ('problem' in json || json.root.kind !== 'object')
    return null
  const scripts = json.root.members.get('scripts')?.node
  const member = `"evals": ${JSON.stringify(script)}`
  if (scripts && scripts.kind !== 'object')
    return null
  if (scripts?.members.has('evals'))
    return kept(file, 'has a script `evals`')
  const place = scripts ?? json.root
  const first = Math.min(...[...place.members.values()].map(one => one.keyStart))
  const inserted = insertFirst(source, place.start, Number.isFinite(first) ? first : null, scripts ? member : `"scripts": { ${member} }`)
  // JSON takes no comma behind a last member
  const text = insertInto(source, [Number.isFinite(first) ? inserted : { ...inserted, text: inserted.text.replace(/,(?=\s*$)/, '') }])
  return { file, done: 'changed', what: `script \`evals\` added: ${script}`, text }
}

/** The user's `test` script, when it would run the evals with his own tests from now on: they cost money. */
export function testScriptThatRunsEvals(root: string): string | null {
  try {
    const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const test = scripts.test ?? ''
    return /\bvitest\b/.test(test) && !test.includes('--project') ? test : null
  }
  catch {
    return null
  }
}
