import { defineConfig } from 'vite'

/** What is loaded by its path: by package.json, by a Vitest or Jest worker, by a thread, or by Node itself. */
const entries = [
  'vitest/index',
  'agent/launcher-process',
  'cli/main',
  'cli/references-thread',
  'jest/index',
  'jest/runner',
  'jest/thread',
  'vitest/global-setup',
  'vitest/junit',
  'vitest/runner',
  'vitest/test-file',
]

/**
 * Bundles our own modules, and no dependency: each worker of each run loads a few files and not a hundred and ninety, which takes it a third
 * of the time and of the memory. Whatever refers to a file beside it does so by `../room/file`: chunks lie in a room of their own.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: Object.fromEntries(entries.map(entry => [entry, `src/${entry}.${entry === 'agent/launcher-process' ? 'js' : 'ts'}`])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
})
