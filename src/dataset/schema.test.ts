import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { schemaErrors } from './schema.ts'

it('is a valid schema, which nothing checks at run time', () => {
  const ajv = new Ajv2020()
  const schema = JSON.parse(readFileSync(new URL('../../schema/evals.schema.json', import.meta.url), 'utf8'))
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true)
})

it('is enforced', () => {
  expect(schemaErrors({ evaluations: [] }).map(error => error.keyword)).toEqual(['minItems'])
  expect(schemaErrors({ evaluations: [{ id: 'a', prompt: 'b', skill_should_trigger: false }] })).toEqual([])
})
