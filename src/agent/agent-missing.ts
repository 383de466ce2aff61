/** The agent of the configuration cannot be used here. The message says why, and what to do. */
export class AgentMissingError extends Error {
  override name = 'AgentMissingError'
}
