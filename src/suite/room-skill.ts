import type { Skill } from '../catalog/find-skills.ts'
import type { RoomSkill } from '../run/room.ts'
import { readSkillFile } from '../catalog/skill-file.ts'

/** A skill of the catalog as it is put into a room. */
export function roomSkill(skill: Skill): RoomSkill {
  return { name: skill.name, dir: skill.dir, alias: readSkillFile(skill).name }
}
