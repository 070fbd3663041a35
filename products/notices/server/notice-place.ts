import type { Tx } from '@bolsillo/server-kit'
import type { NoticesDeps } from './deps.ts'
import { findQueuedUpTo, lockPlace, type NoticePlace, savePlace } from './notice-store.ts'

/** The act of the first sealed place, and where it was. */
const followAct = 'notices.follow'
/** Names what is sealed. */
const about = 'bolsillo.notice-place.1'

const written = ({ entry, act }: NoticePlace): Buffer => Buffer.from(`${entry} ${act}`, 'utf8')

/**
 * Locks the place and reads it. One that the server did not write is not followed: it would leave out what happened before it.
 * Then the last notice that was queued says where to go on, and the log says that somebody moved it.
 */
export async function takePlace(deps: NoticesDeps, tx: Tx): Promise<NoticePlace> {
  const { seal, ...place } = await lockPlace(tx)
  if (seal !== null && isOurs(deps, place, seal)) return place
  const { records } = await deps.audit.after(tx, 0n, { actions: [followAct], limit: 1 })
  const [first] = records
  // The version before sealed nothing: its place is taken once, which is an act.
  if (first === undefined) {
    await recordFirst(deps, tx, place)
    await keepPlace(deps, tx, place)
    return place
  }
  const queued = await findQueuedUpTo(tx)
  const [entry = '0', act = '0'] = (first.details.value ?? '').split(' ')
  const from = { entry: latest(queued.entry, BigInt(entry)), act: latest(queued.act, BigInt(act)) }
  deps.services.log.error(
    { place, from },
    'notice_place was altered, and notices go on behind the last one that was queued',
  )
  return from
}

/** Moves the place on: whoever moves it otherwise is found by the next pass. */
export async function keepPlace(deps: NoticesDeps, tx: Tx, place: NoticePlace): Promise<void> {
  await savePlace(tx, place, deps.sealer.seal(written(place), about))
}

const latest = (one: bigint, other: bigint): bigint => (one > other ? one : other)

function isOurs({ sealer }: NoticesDeps, place: NoticePlace, seal: Buffer): boolean {
  try {
    return sealer.open(seal, about).equals(written(place))
  } catch {
    return false
  }
}

async function recordFirst({ audit, services }: NoticesDeps, tx: Tx, place: NoticePlace): Promise<void> {
  const details = { value: written(place).toString('utf8') }
  const at = services.clock.now()
  await audit.record(tx, { at, actor: 'system', action: followAct, subject: 'notices', details })
}
