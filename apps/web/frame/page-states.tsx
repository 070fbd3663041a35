import { Link, useWords } from '@bolsillo/web-kit'
import { homePath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'

/** Shown while a page takes longer than 200 ms to come. */
export function PageIndicator() {
  const t = useWords<Messages>('core')
  return (
    <p role="status" aria-live="polite">
      {t('loading')}
    </p>
  )
}

/** Shown instead of a page whose chunk did not come. */
export function PageFailure({ retry }: { readonly retry: () => void }) {
  const t = useWords<Messages>('core')
  return (
    <section role="alert">
      <h1>{t('pageFailed')}</h1>
      <p>{t('pageFailedWhy')}</p>
      <button type="button" onClick={retry}>
        {t('retry')}
      </button>
    </section>
  )
}

/** Shown for an address nothing answers to. */
export function UnknownPage() {
  const t = useWords<Messages>('core')
  return (
    <section>
      <h1>{t('notFound')}</h1>
      <Link href={homePath}>{t('goHome')}</Link>
    </section>
  )
}
