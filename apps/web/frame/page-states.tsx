import { ButtonLink, EmptyState, ErrorState, PageFrame, Ribbon, Skeleton } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Compass from 'lucide-react/icons/compass'
import Hourglass from 'lucide-react/icons/hourglass'
import { useLocation } from 'react-router'
import { homePath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { isNotOpen } from './not-open.ts'

/** Shown while a page takes longer than 200 ms to come: its shape, and a word for screen readers. */
export function PageIndicator() {
  const t = useWords<Messages>('core')
  return (
    <main className="flex flex-1 flex-col gap-3 px-4 pt-1" aria-busy="true">
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
    <main className="grid flex-1 place-items-center">
      <h1 className="sr-only">{t('pageFailed')}</h1>
      <ErrorState title={t('pageFailed')} text={t('pageFailedWhy')} onRetry={retry} />
    </main>
  )
}

/** Shown for an address nothing answers to, or of something that is not open yet. */
export function UnknownPage() {
  const t = useWords<Messages>('core')
  const { pathname } = useLocation()
  return (
    <div className="mx-auto flex min-h-dvh max-w-[430px] flex-col">
      <Ribbon />
      <PageFrame
        title={t('home.title')}
        footer={
          <ButtonLink href={homePath} wide>
            {t('goHome')}
          </ButtonLink>
        }
      >
        {isNotOpen(pathname) ? (
          <EmptyState icon={Hourglass} title={t('notOpen')} text={t('notOpenWhy')} />
        ) : (
          <EmptyState icon={Compass} title={t('notFound')} text={t('notFoundWhy')} />
        )}
      </PageFrame>
    </div>
  )
}
