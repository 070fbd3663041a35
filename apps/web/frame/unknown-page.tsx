import { ButtonLink, EmptyState, PageFrame, Ribbon } from '@bolsillo/ui'
import { useLocation, useWords } from '@bolsillo/web-kit'
import Compass from 'lucide-react/icons/compass'
import Hourglass from 'lucide-react/icons/hourglass'
import { homePath } from '../routes.ts'
import type { Messages as About } from '../words/about/es-ES.ts'
import type { Messages } from '../words/es-ES.ts'
import { isNotOpen } from './not-open-data.ts'

/** Shown for an address nothing answers to, or of something that is not open yet. */
export default function UnknownPage() {
  const core = useWords<Messages>('core')
  const t = useWords<About>('about')
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <Ribbon />
      <PageFrame
        title={core('home.title')}
        footer={
          <ButtonLink href={homePath} wide>
            {t('unknown.goHome')}
          </ButtonLink>
        }
      >
        {isNotOpen(pathname) ? (
          <EmptyState icon={Hourglass} title={t('unknown.notOpen')} text={t('unknown.notOpenWhy')} />
        ) : (
          <EmptyState icon={Compass} title={t('unknown.notFound')} text={t('unknown.notFoundWhy')} />
        )}
      </PageFrame>
    </div>
  )
}
