export { listPauses, listWork } from '../contract/operator.ts'
export { type CaseViews, CaseViewsProvider } from './case-view.tsx'
export { QueueCount } from './live-queue.tsx'
export { StaffNews } from './staff-news.tsx'

/** Whether the oldest of a queue waits longer than it may. */
export function isLate(
  { oldestAt, slaMs }: { readonly oldestAt?: number | undefined; readonly slaMs: number },
  now: number,
): boolean {
  return oldestAt !== undefined && now - oldestAt > slaMs
}
