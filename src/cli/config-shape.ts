import type { ArrayExpression, Expression, File, ObjectExpression, ObjectProperty, Statement } from '@babel/types'
import path from 'node:path'
import { parse } from '@babel/parser'

/** The places of a config at which the plugin goes in. */
export interface ConfigShape {
  file: File
  config: ObjectExpression
  /** `plugins`, when it is written there as a list. */
  plugins: ArrayExpression | null
}

/** Why nobody but the author can say where the plugin goes, and the line to look at. */
export interface UnsureShape {
  reason: string
  line: number
  /** The project goes into `test.projects`, and not the plugin into `plugins`. */
  projects: boolean
}

/** Functions whose first argument is the config. */
const wrappers = new Map([['defineConfig', ['vite', 'vitest/config']]])

/** Reads how a config is written. It is one of few shapes, or an {@link UnsureShape}: a guess could break somebody's tests. */
export function configShape(name: string, source: string): ConfigShape | UnsureShape {
  if (/\.c[jt]s$/.test(name))
    return unsure('it is a CommonJS module, and this package is an ES module: rename it to end in `.mts` or `.mjs`, or load the plugin with `import()`', 1)
  const file = parsed(name, source)
  if ('reason' in file)
    return file
  const body = file.program.body
  const exported = body.find(statement => statement.type === 'ExportDefaultDeclaration')
  if (!exported)
    return unsure('it has no `export default`', 1)
  const { declaration } = exported
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'TSDeclareFunction' || declaration.type === 'ClassDeclaration')
    return unsure('the config is made by a function', lineOf(declaration))
  const config = objectOf(declaration, body)
  return 'reason' in config ? config : shapeOf(file, config)
}

function parsed(name: string, source: string): File | UnsureShape {
  try {
    return parse(source, { sourceType: 'module', plugins: /\.m?ts$/.test(path.basename(name)) ? ['typescript'] : [] })
  }
  catch (error) {
    return unsure(`it cannot be parsed: ${error instanceof Error ? error.message : String(error)}`, 1)
  }
}

/** The object behind names, types and `defineConfig()`. */
function objectOf(node: Expression, body: Statement[]): ObjectExpression | UnsureShape {
  if (node.type === 'ObjectExpression')
    return node
  if (node.type === 'TSSatisfiesExpression' || node.type === 'TSAsExpression' || node.type === 'ParenthesizedExpression')
    return objectOf(node.expression, body)
  if (node.type === 'Identifier') {
    const value = constantOf(node.name, body)
    return value ? objectOf(value, body) : unsure(`\`${node.name}\` is not a constant of this file`, lineOf(node))
  }
  if (node.type !== 'CallExpression')
    return unsure('the config is made by a function', lineOf(node))
  const callee = node.callee.type === 'Identifier' ? node.callee.name : ''
  if (!importedFrom(callee, body))
    return unsure(`the config is made by ${callee ? `\`${callee}()\`` : 'a call'}`, lineOf(node))
  const [argument] = node.arguments
  if (!argument || argument.type === 'SpreadElement' || argument.type === 'ArgumentPlaceholder')
    return unsure(`\`${callee}()\` is called without an object`, lineOf(node))
  return objectOf(argument, body)
}

function shapeOf(file: File, config: ObjectExpression): ConfigShape | UnsureShape {
  const spread = config.properties.find(property => property.type === 'SpreadElement')
  if (spread)
    return unsure('a part of the config is spread into it, and may hold `plugins`', lineOf(spread))
  const projects = projectsIn(config)
  if (projects)
    return { ...unsure('it lists `test.projects`', lineOf(projects)), projects: true }
  const plugins = memberOf(config, 'plugins')
  if (!plugins)
    return { file, config, plugins: null }
  if (plugins.type !== 'ObjectProperty' || plugins.value.type !== 'ArrayExpression')
    return unsure('`plugins` is not written as a list', lineOf(plugins))
  return { file, config, plugins: plugins.value }
}

function projectsIn(config: ObjectExpression): ObjectExpression['properties'][number] | undefined {
  const test = memberOf(config, 'test')
  return test?.type === 'ObjectProperty' && test.value.type === 'ObjectExpression' ? memberOf(test.value, 'projects') : undefined
}

function memberOf(object: ObjectExpression, name: string): ObjectExpression['properties'][number] | undefined {
  return object.properties.find(property => property.type !== 'SpreadElement' && keyOf(property.key) === name)
}

function keyOf(key: ObjectProperty['key']): string | null {
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : null
}

function constantOf(name: string, body: Statement[]): Expression | null {
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const')
      continue
    const declared = statement.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
    if (declared)
      return declared.init ?? null
  }
  return null
}

/** Whether a name is one of Vite's or Vitest's, and not somebody's own function of that name. */
function importedFrom(local: string, body: Statement[]): boolean {
  return body.some(statement => statement.type === 'ImportDeclaration' && statement.specifiers.some((specifier) => {
    if (specifier.type !== 'ImportSpecifier' || specifier.local.name !== local || specifier.imported.type !== 'Identifier')
      return false
    return wrappers.get(specifier.imported.name)?.includes(statement.source.value) ?? false
  }))
}

function unsure(reason: string, line: number): UnsureShape {
  return { reason, line, projects: false }
}

function lineOf(node: { loc?: { start: { line: number } } | null }): number {
  return node.loc?.start.line ?? 1
}
