import { useNow } from '@bolsillo/ui'
import { useOwnWords } from './words.ts'

const secondMs = 1000
const hurryMs = 10 * 60_000

/** How long is left: `59:12`. The last ten minutes are red. */
export function Countdown({ until }: { readonly until: number }) {
  const t = useOwnWords()
  const left = Math.max(0, until - useNow(secondMs))
  const seconds = Math.floor(left / secondMs)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const text = left === 0 ? t('console.ended') : t('console.endsIn', { time })
  return <span className={left < hurryMs ? 'text-danger tabular-nums' : 'tabular-nums'}>{text}</span>
}
