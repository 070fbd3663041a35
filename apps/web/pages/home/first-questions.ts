import { readAssets } from '@bolsillo/ledger/contract'
import { followed, hot, list, value } from '@bolsillo/stocks/contract'
import { prefetchCall, type WebKit } from '@bolsillo/web-kit'
import { hotRequest, moverRequests } from './requests.ts'

/** Requests what home shows above the fold while the words are loading, which saves a round trip. */
export function askHomeFirst(kit: WebKit): void {
  if (kit.session.read().token !== '') {
    prefetchCall(kit, readAssets, {})
    prefetchCall(kit, value, { range: '1d' })
    prefetchCall(kit, followed, {})
  } else prefetchCall(kit, hot, hotRequest)
  for (const request of moverRequests) prefetchCall(kit, list, request)
}
