/** Keys of an evaluation. */
export const EVALUATION_KEYS = ['id', 'prompt', 'skill_should_trigger', 'expected_behavior', 'unexpected_behavior', 'logs_contain', 'files_exist', 'workspace', 'note', 'imported']

/** Keys of a dataset. */
export const DATASET_KEYS = ['evaluations', 'comment', 'imported']

/** What other formats call the keys of an evaluation: too far from ours for a spelling guess, and just as likely. */
export const FOREIGN_KEYS = new Map([
  ['name', 'id'],
  ['query', 'prompt'],
  ['question', 'prompt'],
  ['input', 'prompt'],
  ['should_trigger', 'skill_should_trigger'],
  ['trigger', 'skill_should_trigger'],
  ['assert', 'expected_behavior'],
  ['assertions', 'expected_behavior'],
  ['expectations', 'expected_behavior'],
  ['expected_output', 'expected_behavior'],
  ['should', 'expected_behavior'],
  ['should_not', 'unexpected_behavior'],
  ['files', 'workspace'],
  ['notes', 'note'],
  ['why', 'note'],
  ['comment', 'note'],
])

/** Top-level keys that need more than "unknown". */
export const TOP_LEVEL_ADVICE = new Map([
  ['$schema', 'Delete it; to have the schema in an editor, map `**/evals/*evals.json` to it in the editor\'s settings.'],
  ['skillscope_version', 'It is retired. Delete it; the installed version of the package is what runs.'],
  ['schema_version', 'Delete it.'],
  ['skill', 'Delete it; the folder says which skill it is.'],
  ['skill_name', 'Delete it; the folder says which skill it is.'],
])
