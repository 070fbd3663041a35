import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { hot } from '@bolsillo/stocks/contract'
import { href, useCall } from '@bolsillo/web-kit'
import { instrumentHref } from './live-row.tsx'
import { hotRequest } from './requests.ts'

/** The chart of a share to begin with: the most traded of the home market; the list of shares until it is known. */
export function useFirstShare(): string {
  const rows = useCall(hot, hotRequest(useSetting(appSettings.stockCountry))).data?.rows
  const share = rows?.find(({ kind }) => kind === 'stock')
  return share === undefined ? href('/pages/tabbar/markets', { family: 'stock' }) : instrumentHref(share.symbol)
}
