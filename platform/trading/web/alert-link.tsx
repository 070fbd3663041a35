import { Icon, IconButton } from '@bolsillo/ui'
import { href, useSession, useWords } from '@bolsillo/web-kit'
import BellPlus from 'lucide-react/icons/bell-plus'
import type { Messages } from '../messages/es-ES.ts'

const alertsPath = '/pages/user/alerts'

/** Leads to the form of a new price alert on an instrument, a visitor by way of the login page. */
export function AlertLink(props: { readonly symbol: string; readonly ticker: string; readonly loginPath: string }) {
  const { symbol, ticker, loginPath } = props
  const t = useWords<Messages>('trading')
  const { token } = useSession()
  const form = href(alertsPath, { symbol })
  return (
    <IconButton
      label={t('alert', { ticker })}
      icon={<Icon of={BellPlus} />}
      href={token === '' ? href(loginPath, { back: form }) : form}
    />
  )
}
