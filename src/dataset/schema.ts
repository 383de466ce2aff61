import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

let compiled: ValidateFunction | undefined

/** Everything that `schema/evals.schema.json` has against the value. Compiled at the first call, for all files of the run. */
export function schemaErrors(value: unknown): ErrorObject[] {
  compiled ??= compile()
  return compiled(value) ? [] : [...compiled.errors ?? []]
}

function compile(): ValidateFunction {
  const file = new URL('../../schema/evals.schema.json', import.meta.url)
  // That it is a valid schema is tested; to find out in each run would take three times as long as the rest.
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, validateSchema: false })
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')))
}
