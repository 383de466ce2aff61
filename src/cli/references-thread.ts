import type { ReferenceWork } from './references-elsewhere.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { References } from '../structure/references.ts'

// The other side of referencesElsewhere.
const { root, skills, docs, required }: ReferenceWork = workerData
const references = new References({ root, skills, docs })
parentPort?.postMessage(skills.map(skill => [...references.ofSkill(skill), ...references.required(skill, required)]))
