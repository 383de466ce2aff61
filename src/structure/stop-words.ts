/** English words that say nothing of a subject, and those of which every description of a skill is made. */
export const stopWords: ReadonlySet<string> = new Set([
  ...['a', 'about', 'after', 'all', 'also', 'am', 'an', 'and', 'any', 'are', 'as', 'at', 'be', 'because', 'been', 'before', 'but', 'by', 'can', 'could'],
  ...['did', 'do', 'does', 'doing', 'for', 'from', 'get', 'gets', 'had', 'has', 'have', 'he', 'her', 'here', 'him', 'his', 'how', 'i', 'if', 'in', 'into', 'is', 'it', 'its'],
  ...['just', 'let', 'like', 'm', 'me', 'my', 'no', 'not', 'now', 'of', 'off', 'on', 'or', 'our', 'out', 'over', 'please', 're', 's', 'she', 'should', 'so', 'some', 'such'],
  ...['t', 'than', 'that', 'the', 'their', 'them', 'then', 'there', 'these', 'they', 'this', 'those', 'to', 'too', 'up', 'us', 've', 'very', 'was', 'we', 'were'],
  ...['what', 'when', 'where', 'which', 'while', 'who', 'why', 'will', 'with', 'would', 'you', 'your'],
  ...['ask', 'asks', 'mention', 'mentions', 'need', 'needs', 'skill', 'use', 'used', 'user', 'users', 'uses', 'using', 'want', 'wants', 'whenever'],
])
