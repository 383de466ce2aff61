import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

interface Schema { $ref?: string, type?: string | string[], enum?: unknown[], const?: unknown, required?: string[], properties?: Record<string, Schema>, items?: Schema, additionalProperties?: Schema }

const schema = JSON.parse(readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8')) as Schema & { $defs: Record<string, Schema>, properties: Record<string, Schema> }
const file = fileURLToPath(new URL('report-json.ts', import.meta.url))
const program = ts.createProgram([file], { strict: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, lib: ['lib.es2022.d.ts'], types: [] })
const checker = program.getTypeChecker()

/** A type in the words of a schema, without descriptions and limits, which a type cannot say. */
function ofType(type: ts.Type): object {
  const parts = type.isUnion() ? type.types : [type]
  const isNullable = parts.some(part => part.flags & ts.TypeFlags.Null)
  const [first, ...more] = parts.filter(part => !(part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
  if (!first)
    return { nullable: isNullable }
  return { ...isNullable && { nullable: true }, ...[first, ...more].every(part => part.isStringLiteral()) ? { words: [first, ...more].map(part => part.isStringLiteral() ? part.value : '').sort() } : ofOne(first) }
}

function ofOne(type: ts.Type): object {
  if (type.flags & ts.TypeFlags.NumberLike)
    return type.isNumberLiteral() ? { is: type.value } : { number: true }
  if (type.flags & ts.TypeFlags.StringLike)
    return { text: true }
  if (type.flags & ts.TypeFlags.BooleanLike)
    return { boolean: true }
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
  if (item)
    return { list: ofType(item) }
  const value = checker.getIndexTypeOfType(type, ts.IndexKind.String)
  if (value)
    return { map: ofType(value) }
  const properties = checker.getPropertiesOfType(type).map(property => [property.name, { ...property.flags & ts.SymbolFlags.Optional && { optional: true }, ...ofType(checker.getTypeOfSymbol(property)) }])
  return { object: Object.fromEntries(properties.sort()) }
}

/** `#/$defs/case`, or a part of the whole: `#/properties/meta`. */
function referred(ref: string): Schema {
  const [place, name = ''] = ref.replace('#/', '').split('/')
  return (place === 'properties' ? schema.properties : schema.$defs)[name] ?? {}
}

function ofSchema(given: Schema): object {
  const part = given.$ref ? referred(given.$ref) : given
  const types = [part.type ?? []].flat()
  return { ...types.includes('null') && { nullable: true }, ...ofSchemaType(part, types.find(type => type !== 'null')) }
}

function ofSchemaType(part: Schema, type: string | undefined): object {
  if (part.const !== undefined)
    return typeof part.const === 'string' ? { words: [part.const] } : typeof part.const === 'boolean' ? { boolean: true } : { is: part.const }
  if (part.enum)
    return { words: part.enum.toSorted() }
  if (type === 'number' || type === 'integer')
    return { number: true }
  if (type === 'string')
    return { text: true }
  if (type === 'boolean')
    return { boolean: true }
  if (type === 'array')
    return { list: ofSchema(part.items ?? {}) }
  if (part.additionalProperties)
    return { map: ofSchema(part.additionalProperties) }
  const properties = Object.entries(part.properties ?? {}).map(([name, property]) => [name, { ...!part.required?.includes(name) && { optional: true }, ...ofSchema(property) }])
  return { object: Object.fromEntries(properties.sort()) }
}

it('the type of report.json and its schema say the same', () => {
  const source = program.getSourceFile(file)
  const declared = source && checker.getSymbolAtLocation(source)?.exports?.get('ReportJson' as ts.__String)
  const type = declared && checker.getDeclaredTypeOfSymbol(declared)
  const said = type && ofType(type)
  expect(JSON.stringify(said).length).toBeGreaterThan(5000)
  expect(said).toEqual(ofSchema(schema))
})
