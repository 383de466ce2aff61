import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

const agents = 'src/**/*.agents.test.ts'
/** Tests start real Vitests and real agents; a machine that does something else besides must not fail them. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  test: {
    // more than cores: the long tests wait for a Vitest or an agent of their own
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'fixtures/scripted-model/*.test.ts'], exclude: [...configDefaults.exclude, agents], ...limits } },
      // needs the agents' command lines: npm run test:agents
      { test: { name: 'agents', include: [agents], ...limits } },
    ],
  },
})
