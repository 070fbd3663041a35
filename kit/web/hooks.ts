import type { Call, Channel, DeltaOf, ReplyOf, RequestInput, SnapshotOf } from '@bolsillo/contract'
import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Answer } from './client.ts'
import { useKit, type WebKit } from './provider.tsx'
import { dataOf, type Refusal } from './refusal.ts'
import { customerOf, type SessionState } from './session.ts'
import type { LiveState, Reduce } from './stream.ts'

/** The session: token and the customer last seen. Renders again when it changes, in any tab. */
export function useSession(): SessionState {
  const { session } = useKit()
  return useSyncExternalStore(session.subscribe, session.read, session.read)
}

/** The number of the customer who is signed in: what is typed for one is for no other. */
export function useCustomer(): string | undefined {
  return customerOf(useSession())
}

/** Whether the signed-in operator has a role for a call. The server checks it anyway. */
export function useMay({ roles }: Pick<Call, 'roles'>): boolean {
  const own = useSession().user?.roles ?? []
  return roles === undefined || roles.some((role) => own.includes(role))
}

/** Whether the live line is up. */
export function useIsLive(): boolean {
  const { stream } = useKit()
  return useSyncExternalStore(stream.onConnection, stream.isConnected, () => false)
}

/** The cache key of a call and its request. */
export function keyOf<C extends Call>(call: C, request?: RequestInput<C>): QueryKey {
  return request === undefined ? [call.name] : [call.name, request]
}

export interface CallOptions {
  /** False: not asked (yet). */
  readonly enabled?: boolean
  /** Asks again by itself. */
  readonly everyMs?: number
  /** How long an answer counts as fresh. */
  readonly freshMs?: number
  /** Shows the previous request's answer until the new one is here. */
  readonly keepPrevious?: boolean
}

/** A read, cached by call and request. `error` is a Refusal. */
export function useCall<C extends Call>(
  call: C,
  request: RequestInput<C>,
  options: CallOptions = {},
): UseQueryResult<ReplyOf<C>, Refusal> {
  const { client } = useKit()
  return useQuery<ReplyOf<C>, Refusal>({
    queryKey: keyOf(call, request),
    queryFn: async () => dataOf(await client.call(call, request)),
    enabled: options.enabled ?? true,
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.freshMs === undefined ? {} : { staleTime: options.freshMs }),
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData as never } : {}),
  })
}

/**
 * Sends a read before the page that shows it is mounted: the page's `useCall` finds the answer or the pending
 * request.
 */
export function prefetchCall<C extends Call>({ client, queries }: WebKit, call: C, request: RequestInput<C>): void {
  void queries.prefetchQuery({
    queryKey: keyOf(call, request),
    queryFn: async () => dataOf(await client.call(call, request)),
  })
}

// A write with an unknown outcome is retried with the same key, so that it takes effect once.
const unknownTriesMax = 2
const unknownPauseMs = 1200

/**
 * A write. Its Idempotency-Key is made before the first try and kept until the outcome is known: a second press with
 * the same fields after an unknown outcome retries the first request instead of repeating its effect.
 */
export function useAction<C extends Call>(
  call: C,
  options: { readonly refreshes?: readonly Call[] } = {},
): UseMutationResult<ReplyOf<C>, Refusal, RequestInput<C>> {
  const { client, queries } = useKit()
  const open = useRef<{ key: string; body: string } | undefined>(undefined)
  return useMutation<ReplyOf<C>, Refusal, RequestInput<C>>({
    networkMode: 'always',
    mutationFn: async (request) => {
      const body = JSON.stringify(request)
      if (open.current?.body !== body) open.current = { key: client.newKey(), body }
      const { key } = open.current
      let answer: Answer<ReplyOf<C>> = await client.call(call, request, key)
      for (let tries = 0; answer.kind === 'unknown' && tries < unknownTriesMax; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, unknownPauseMs))
        answer = await client.call(call, request, key)
      }
      if (answer.kind !== 'unknown') open.current = undefined
      return dataOf(answer)
    },
    onSettled: () =>
      Promise.all((options.refreshes ?? []).map((read) => queries.invalidateQueries({ queryKey: [read.name] }))),
  })
}

const nothing = { data: undefined, live: false, refused: false, lost: false } as const

/**
 * The live data of a channel. `key` undefined: not subscribed. For `replace` channels the newest delta is the data;
 * for `sequence` channels give a `reduce` that is the same function on every render.
 */
export function useLive<C extends Channel>(channel: C, key: string | undefined): LiveState<SnapshotOf<C>>
export function useLive<C extends Channel>(
  channel: C,
  key: string | undefined,
  reduce: Reduce<C, SnapshotOf<C>>,
): LiveState<SnapshotOf<C>>
export function useLive<C extends Channel>(
  channel: C,
  key: string | undefined,
  reduce: Reduce<C, SnapshotOf<C>> = (_, delta) => delta as SnapshotOf<C>,
): LiveState<SnapshotOf<C>> {
  const { stream } = useKit()
  const [state, setState] = useState<LiveState<SnapshotOf<C>>>(nothing)
  const reducer = useRef(reduce)
  reducer.current = reduce
  useEffect(() => {
    setState(nothing)
    if (key === undefined) return undefined
    return stream.subscribe<C, SnapshotOf<C>>(channel, key, {
      start: (snapshot) => snapshot,
      reduce: (data, delta) => reducer.current(data, delta),
      onChange: setState,
    })
  }, [stream, channel, key])
  return state
}

/**
 * The newest data of several keys of a `replace` channel, by key. Keys that change together are rendered together, also
 * with what `useLive` shows of them elsewhere.
 */
export function useLives<C extends Channel>(
  channel: C,
  keys: readonly string[],
): ReadonlyMap<string, LiveState<SnapshotOf<C>>> {
  const { stream } = useKit()
  const [states, setStates] = useState<ReadonlyMap<string, LiveState<SnapshotOf<C>>>>(new Map())
  // A list is another one on every render; its text is not.
  const wanted = JSON.stringify(keys)
  useEffect(() => {
    setStates(new Map())
    const leaves = (JSON.parse(wanted) as readonly string[]).map((key) =>
      stream.subscribe<C, SnapshotOf<C>>(channel, key, {
        start: (snapshot) => snapshot,
        reduce: (_, delta) => delta as SnapshotOf<C>,
        onChange: (state) => setStates((known) => new Map(known).set(key, state)),
      }),
    )
    return () => {
      for (const leave of leaves) leave()
    }
  }, [stream, channel, wanted])
  return states
}

/** Runs an effect for every snapshot and delta of a channel, without rendering: for charts and caches. */
export function useLiveEffect<C extends Channel>(
  channel: C,
  key: string | undefined,
  effect: (event: { readonly snapshot?: SnapshotOf<C>; readonly delta?: DeltaOf<C> }) => void,
): void {
  const { stream } = useKit()
  const latest = useRef(effect)
  latest.current = effect
  useEffect(() => {
    if (key === undefined) return undefined
    return stream.subscribe<C, null>(channel, key, {
      start: (snapshot) => {
        latest.current({ snapshot })
        return null
      },
      reduce: (_, delta) => {
        latest.current({ delta })
        return null
      },
      onChange: () => undefined,
    })
  }, [stream, channel, key])
}

/** Refetches these calls wherever they are shown. */
export function useRefresh(): (...calls: readonly Call[]) => void {
  const { queries } = useKit()
  return useCallback(
    (...calls) => {
      for (const call of calls) void queries.invalidateQueries({ queryKey: [call.name] })
    },
    [queries],
  )
}
