// Imported by a measured process: at its end it says what it has used, in seconds and megabytes.
import { writeFileSync } from 'node:fs'
import process from 'node:process'

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  writeFileSync(process.env.BENCH_USAGE ?? '', JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 }))
})
