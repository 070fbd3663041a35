import { EmptyState } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Landmark from 'lucide-react/icons/landmark'
import type { Messages } from '../messages/es-ES.ts'
import { hubPath } from './addresses.ts'

/** No way of this kind is there now. */
export function NoChannel() {
  const t = useWords<Messages>('deposits')
  return (
    <EmptyState
      icon={Landmark}
      title={t('channels.none')}
      text={t('channels.noneText')}
      action={{ label: t('common.other'), href: hubPath }}
    />
  )
}
