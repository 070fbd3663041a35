import { ButtonLink, EmptyState, PageFrame, Ribbon } from '@bolsillo/ui'
import { useLocation, useWords } from '@bolsillo/web-kit'
import Compass from 'lucide-react/icons/compass'
import Hourglass from 'lucide-react/icons/hourglass'
import { homePath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { isNotOpen } from './not-open.ts'

/** Shown for an address nothing answers to, or of something that is not open yet. */
export default function UnknownPage() {
  const t = useWords<Messages>('core')
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
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
