import type { Call, ReplyOf, RequestInput } from '@bolsillo/contract'
import { type InfiniteData, type QueryKey, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { CallOptions } from './hooks.ts'
import { useKit } from './provider.tsx'
import { dataOf, type Refusal } from './refusal.ts'

interface PageReply {
  readonly next?: string | undefined
}

/**
 * A list read page by page; `data.pages` are the replies, `fetchNextPage` asks for the next. With `everyMs` the first
 * page is polled until the user loads a second one, so that rows do not move while they read.
 */
export function usePages<C extends Call>(
  call: C,
  request: Omit<RequestInput<C>, 'cursor'>,
  options: CallOptions = {},
): UseInfiniteQueryResult<InfiniteData<ReplyOf<C>>, Refusal> {
  const { client } = useKit()
  const { everyMs } = options
  return useInfiniteQuery<ReplyOf<C>, Refusal, InfiniteData<ReplyOf<C>>, QueryKey, string | undefined>({
    queryKey: [call.name, 'pages', request],
    queryFn: async ({ pageParam }) =>
      dataOf(await client.call(call, { ...request, cursor: pageParam } as RequestInput<C>)),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last as PageReply).next,
    enabled: options.enabled ?? true,
    ...(everyMs === undefined
      ? {}
      : { refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : everyMs) }),
  })
}
