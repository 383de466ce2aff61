/** Tokens of a run. Only what the agent said: a figure that it did not print stays undefined. */
export interface Usage {
  inputTokens?: number
  outputTokens?: number
  cacheReadTokens?: number
  cacheWriteTokens?: number
}

/** Why a run ended badly, by the agent's own words. */
export type EndReason = 'completed' | 'api_error' | 'budget' | 'max_turns' | 'refused' | 'error'

/** A picture that a tool gave to the agent. */
export interface EventImage {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  /** In base64, as it came. */
  data: string
}

/**
 * The one vocabulary into which every agent's output is read. Graders see nothing else.
 * Lines that are not understood become `unknown`: kept, never fatal.
 */
export type AgentEvent
  /** The agent is up. `null` where this agent does not say. `skills` are names as the agent spells them. */
  = | { type: 'start', skills: string[] | null, tools: string[] | null, model: string | null, version: string | null }
    | { type: 'message', text: string, parent?: string }
  /** A call the agent proposed. `parent` is the id of the call that started the subagent it came from. */
    | { type: 'tool_call', id: string, name: string, input: unknown, parent?: string }
  /** `images` only from a reader that was asked to keep them. */
    | { type: 'tool_result', id: string, isError: boolean, text: string, images?: EventImage[], parent?: string }
  /**
   * The agent tried to load a skill by its own call and got an answer. `skill` is the name as called, without a
   * leading `/`; `ok` says whether it loaded, `reason` why not. `via: 'read'` is an agent without a skill tool that
   * opened one SKILL.md itself.
   */
    | { type: 'activation', skill: string, ok: boolean, reason?: string, via: 'tool' | 'read', call: string, parent?: string }
  /**
   * The agent says it is done. A stream may hold several; the last one counts. `structured` is an answer that was held to a schema, as
   * it came.
   */
    | { type: 'end', text: string, isError: boolean, reason: EndReason, usage: Usage, costUsd?: number, status?: number, structured?: unknown }
    | { type: 'warning', text: string }
    | { type: 'unknown', line: string }
