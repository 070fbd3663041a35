import { Due, soonOfHourMs, useNow } from '@bolsillo/ui'
import { useOwnWords } from './words.ts'

const oftenMs = 30_000

/** How long a proposal may still be decided. */
export function Countdown({ until }: { readonly until: number }) {
  const t = useOwnWords()
  const isOver = until <= useNow(oftenMs)
  return isOver ? t('console.ended') : <Due at={until} soonMs={soonOfHourMs} />
}
