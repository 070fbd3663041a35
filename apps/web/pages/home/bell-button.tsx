import { balancesChannel } from '@bolsillo/ledger/contract'
import { countHappenings } from '@bolsillo/statements/contract'
import { Icon, IconButton } from '@bolsillo/ui'
import { useCall, useLiveEffect, useRefresh, useWords } from '@bolsillo/web-kit'
import Bell from 'lucide-react/icons/bell'
import type { Messages } from '../../words/es-ES.ts'

const happeningsPath = '/pages/user/happenings'
const everyMs = 60_000

/** The bell, with how many things happened that the customer has not seen; it opens them. */
export default function BellButton() {
  const t = useWords<Messages>('core')
  const refresh = useRefresh()
  const { unseen, most } = useCall(countHappenings, {}, { everyMs }).data ?? { unseen: 0, most: 0 }
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(countHappenings)
  })
  const count = unseen < most ? String(unseen) : `${most - 1}+`
  return (
    <IconButton
      label={unseen === 0 ? t('home.happened') : t('home.happenedNew', { count })}
      icon={<Icon of={Bell} size={22} />}
      href={happeningsPath}
      {...(unseen === 0 ? {} : { count })}
    />
  )
}
