import type { Skill } from '../catalog/find-skills.ts'
import type { Step } from './init-steps.ts'
import { evalsFiles } from '../catalog/evals-files.ts'
import { findSkills, SkillGlobError } from '../catalog/find-skills.ts'
import { kept } from './init-steps.ts'
import { templateFor } from './template.ts'
import { UsageError } from './usage-error.ts'

/** Where skills lie in most repositories, and where agents look for them. */
export const usualPlaces = ['skills/*', '.claude/skills/*', '.agents/skills/*']

/**
 * The globs that bring skills, and the skills. A place whose skills are links to those of an earlier one brings none.
 * @throws {UsageError} when a glob cannot be meant
 */
export function skillsAt(root: string, globs: string[]): { globs: string[], skills: Skill[] } {
  const found: Skill[] = []
  const needed = globs.filter((glob) => {
    const fresh = skillsOf(root, glob).filter(skill => !found.some(other => other.realDir === skill.realDir))
    found.push(...fresh)
    return fresh.length > 0
  })
  return { globs: needed, skills: needed.length > 0 ? skillsOf(root, needed) : [] }
}

function skillsOf(root: string, globs: string | string[]): Skill[] {
  try {
    return findSkills(root, globs).skills
  }
  catch (error) {
    throw error instanceof SkillGlobError ? new UsageError(error.message) : error
  }
}

/** A dataset to start from, for a skill that has none. What is there, if under another name, is left alone. */
export function datasetStep(skill: Skill, bar: Parameters<typeof templateFor>[1]): Step {
  const { evals, lookalike } = evalsFiles(skill)
  if (evals !== null)
    return kept(evals, 'is there')
  if (lookalike !== null)
    return kept(lookalike, 'looks like a dataset that is not read: it should be evals/evals.json')
  const text = templateFor(skill.name, bar)
  const { evaluations }: { evaluations: unknown[] } = JSON.parse(text)
  return { file: `${skill.dir}/evals/evals.json`, done: 'written', what: `${evaluations.length} evaluations to fill in`, text }
}
