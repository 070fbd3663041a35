import { Icon } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Bell from 'lucide-react/icons/bell'
import type { Messages } from '../../words/es-ES.ts'
import { useUnseen } from '../use-unseen.ts'

/** What is in the rail's link to the notices: the bell, with how many the customer has not seen, and its name. */
export default function RailNotices() {
  const t = useWords<Messages>('core')
  const count = useUnseen()
  return (
    <>
      <span className="relative">
        <Icon of={Bell} size={22} />
        {count !== undefined && (
          <span
            aria-hidden="true"
            className="absolute -top-1.5 left-3 min-w-4.5 rounded-pill border-2 border-bar bg-danger px-1 text-center font-strong text-11 text-on-fill leading-tight"
          >
            {count}
          </span>
        )}
      </span>
      <span aria-hidden={count !== undefined} className="max-w-full truncate">
        {t('tabs.notices')}
      </span>
      {count !== undefined && <span className="sr-only">{t('home.noticesNew', { count })}</span>}
    </>
  )
}
