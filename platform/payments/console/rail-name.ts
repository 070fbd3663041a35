import { wordOf } from '@bolsillo/web-kit'

/** A rail as people call it; one without words shows its id. */
export function railName(railId: string): string {
  const path = `rails.${railId}`
  const text = wordOf('payments', path)
  return text === path || text === '' ? railId : text
}
