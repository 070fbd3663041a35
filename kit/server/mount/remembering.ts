const answersMax = 256
const charactersMax = 256

/**
 * Caches a function's last few hundred results: for header values that most clients share. Long texts are not cached,
 * and the cache is cleared when it is full, so that strangers cannot fill the memory.
 */
export function remembering<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found.answer
    const answer = work(text)
    if (text.length > charactersMax) return answer
    if (known.size >= answersMax) known.clear()
    known.set(text, { answer })
    return answer
  }
}
