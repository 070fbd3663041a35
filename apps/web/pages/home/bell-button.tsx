import { Icon, IconButton } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Bell from 'lucide-react/icons/bell'
import { noticesPath } from '../../frame/notices.ts'
import { useUnseen } from '../../frame/use-unseen.ts'
import type { Messages } from '../../words/es-ES.ts'

/** The bell, with how many notices the customer has not seen; it opens them. The rail has it, where there is one. */
export default function BellButton() {
  const t = useWords<Messages>('core')
  const count = useUnseen()
  return (
    <IconButton
      label={count === undefined ? t('home.notices') : t('home.noticesNew', { count })}
      icon={<Icon of={Bell} size={22} />}
      href={noticesPath(true)}
      count={count}
      className="desk:hidden"
    />
  )
}
