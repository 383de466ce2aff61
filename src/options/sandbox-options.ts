import type { Overrides } from './environment-overrides.ts'
import type { SkillEvalsOptions } from './options.ts'
import type { ResolvedOptions } from './resolved-options.ts'
import path from 'node:path'
import { oneOfEach } from './option-values.ts'

/** Names of the options that {@link sandboxOptions} reads. */
export const sandboxNames = ['sandbox', 'sandbox.use', 'sandbox.image', 'sandbox.network', 'sandbox.write', 'sandbox.hide', 'hooks', 'hooks.passEnv']

/**
 * What agents run in, and what hooks may know, with every default filled in and every path absolute.
 * @throws {Error} naming the option and what is allowed.
 */
export function sandboxOptions(options: SkillEvalsOptions, from: Overrides, root: string): Pick<ResolvedOptions, 'sandbox' | 'hooks'> {
  const sandbox = typeof options.sandbox === 'object' ? options.sandbox : { use: options.sandbox ?? 'auto' }
  const paths = (named: string | string[] | undefined): string[] => [named ?? []].flat().map(one => path.resolve(root, one))
  const [use = 'auto'] = oneOfEach<ResolvedOptions['sandbox']['use']>('sandbox', [from.text('SANDBOX') ?? sandbox.use ?? 'auto'], ['auto', 'bwrap', 'docker', 'none'])
  const network = from.text('SANDBOX_NETWORK') === 'host' ? 'host' : from.flag('SANDBOX_NETWORK') ?? sandbox.network ?? true
  return {
    sandbox: {
      use,
      image: from.text('SANDBOX_IMAGE') ?? sandbox.image ?? null,
      network,
      write: paths(from.list('SANDBOX_WRITE') ?? sandbox.write),
      hide: paths(from.list('SANDBOX_HIDE') ?? sandbox.hide),
    },
    hooks: { passEnv: from.list('HOOKS_PASS_ENV') ?? options.hooks?.passEnv ?? [] },
  }
}
