import { ageOf } from '../format/date-format.ts'
import { fill, useUi } from '../ui-context.tsx'
import { useNow } from '../use-now.ts'

/** How long ago an instant (epoch milliseconds) was: `hace 3 min`. Counts on by itself. */
export function Age({ at }: { readonly at: number }) {
  const { words } = useUi()
  const now = useNow(5000)
  const { unit, count } = ageOf(now - at)
  return <span className="whitespace-nowrap">{fill(words.ages[unit], { count })}</span>
}
