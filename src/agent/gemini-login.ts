import type { AgentLogin, AgentSettings } from './agent.ts'
import { GEMINI_KEY, geminiAuth, geminiLoginFiles, VERTEX } from './gemini-environment.ts'

/** What can be known of a login without a question to a model. Names variables and files, and nothing of what they hold. */
export function geminiLogin(settings: AgentSettings, env: NodeJS.ProcessEnv): AgentLogin {
  switch (geminiAuth(settings, env)) {
    case 'vertex-ai': return { state: 'unknown', text: `\`${VERTEX}\` is on, so the login of that cloud counts` }
    case 'gemini-api-key': return { state: 'found', text: `\`${GEMINI_KEY}\` is set` }
    default: {
      const { folder, names } = geminiLoginFiles(env)
      return names.includes('oauth_creds.json')
        ? { state: 'found', text: `the login of the command line, in ${folder}` }
        : { state: 'missing', text: `no key in the environment (\`${GEMINI_KEY}\`), and no login in ${folder}. Set \`${GEMINI_KEY}\`, or start \`gemini\` and log in` }
    }
  }
}
