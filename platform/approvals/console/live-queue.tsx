import { Age } from '@bolsillo/ui'
import { useActive } from '@bolsillo/ui/console'
import { useCall } from '@bolsillo/web-kit'
import { useEffect, useRef } from 'react'
import { listWork } from '../contract/operator.ts'
import { useOwnWords } from './words.ts'

/** How often a list is read again that no count of the rail follows. */
const everyMs = 20_000

/** What a call's hook returns of a queue, read whole or page by page. */
interface QueueRead {
  readonly refetch: () => unknown
  /** When the answer came. */
  readonly dataUpdatedAt: number
}

/**
 * Keeps a queue and the count of the rail at one: what waits is asked for often in one call for all queues, and the list
 * is read again when that changes; the count is read again when the list turns out to be of another length.
 * `rows`: how many the list shows; undefined while it is not read whole, or shows something else than what waits.
 */
function useLiveQueue(path: string, list: QueueRead, rows: number | undefined) {
  const work = useCall(listWork, {})
  const row = work.data?.rows.find((queue) => queue.path === path)
  const state = row === undefined ? undefined : `${row.count} ${row.oldestAt}`
  const known = useRef(state)
  const asks = useRef({ list: list.refetch, work: work.refetch })
  asks.current = { list: list.refetch, work: work.refetch }
  useEffect(() => {
    if (known.current !== undefined && state !== known.current) void asks.current.list()
    known.current = state
  }, [state])
  // Whoever may only look has no count on the rail: then the list is asked for by itself.
  const mustAsk = useActive() && work.data !== undefined && row === undefined
  useEffect(() => {
    if (!mustAsk) return
    const timer = setInterval(() => void asks.current.list(), everyMs)
    return () => clearInterval(timer)
  }, [mustAsk])
  const count = row?.count
  const { dataUpdatedAt } = list
  useEffect(() => {
    // Once for each answer: two that differ for longer are two different questions.
    if (dataUpdatedAt > 0 && rows !== undefined && count !== undefined && rows !== count) void asks.current.work()
  }, [dataUpdatedAt])
  return row
}

/** How much waits in a queue and since when the oldest does, beside its title. */
export function QueueCount(props: {
  readonly path: string
  readonly list: QueueRead
  readonly rows: number | undefined
}) {
  const t = useOwnWords()
  const row = useLiveQueue(props.path, props.list, props.rows)
  const count = row?.count ?? props.rows
  if (count === undefined) return null
  return (
    <span>
      <b aria-live="polite" className="font-strong text-ink">
        {count}
      </b>
      {count > 0 && row?.oldestAt !== undefined && (
        <>
          {' · '}
          {t('console.oldest')} <Age at={row.oldestAt} />
        </>
      )}
    </span>
  )
}
