import { contentId, ErrorState, Skeleton } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../words/es-ES.ts'

/** Shown while a page takes longer than 200 ms to come: its shape, and a word for screen readers. */
export function PageIndicator() {
  const t = useWords<Messages>('core')
  return (
    <main
      className="mx-auto flex w-full max-w-(--page-width) flex-1 flex-col gap-3 px-4 pt-1 outline-none"
      id={contentId}
      tabIndex={-1}
      aria-busy="true"
    >
      <p role="status" className="sr-only">
        {t('loading')}
      </p>
      <div className="flex h-12 items-center justify-center">
        <Skeleton className="h-5 w-32" />
      </div>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-60 rounded-card" />
    </main>
  )
}

/** Shown instead of a page whose chunk did not come. */
export function PageFailure({ retry }: { readonly retry: () => void }) {
  const t = useWords<Messages>('core')
  return (
    <main id={contentId} tabIndex={-1} className="grid flex-1 place-items-center outline-none">
      <h1 className="sr-only">{t('pageFailed')}</h1>
      <ErrorState title={t('pageFailed')} text={t('pageFailedWhy')} onRetry={retry} />
    </main>
  )
}
