import { Icon, IconButton, ListRow, Sheet, showToast, useSaid, useUi } from '@bolsillo/ui'
import { saveFile, useWords } from '@bolsillo/web-kit'
import ImageIcon from 'lucide-react/icons/image'
import LinkIcon from 'lucide-react/icons/link'
import Share from 'lucide-react/icons/share'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import type { ShownOrder, ShownOrderDetails } from './shown-order.ts'

/** The outcome of an order, as a sentence. */
export function useOutcomeTitle(): (order: ShownOrder) => string {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  return (order) => {
    const filled = said.quantity(order.filledQuantity)
    const quantity = order.quantity === undefined ? filled : said.quantity(order.quantity)
    if (order.state === 'filled' || (order.filledQuantity !== '0' && filled === quantity)) {
      const values = { quantity: filled, ticker: order.ticker }
      return t(order.side === 'buy' ? 'ticket.result.filledBuy' : 'ticket.result.filledSell', values)
    }
    if (order.filledQuantity !== '0') return t('order.partialTitle', { filled, quantity })
    switch (order.state) {
      case 'cancelled':
        return t('order.cancelledTitle')
      case 'expired':
        return t('order.expiredTitle')
      case 'rejected':
        return t('order.rejectedTitle')
      default:
        return order.opensAt === undefined
          ? t('order.waitingTitle')
          : t('order.opensTitle', { when: said.moment(order.opensAt) })
    }
  }
}

/** Closing the phone's own sheet without sharing rejects; nothing went wrong then. */
const share = (what: ShareData): Promise<void> => navigator.share(what).catch(() => undefined)

interface ShareOrderProps {
  readonly of: ShownOrderDetails
  /** The address of this order: only its owner, signed in, sees anything there. */
  readonly href: string
}

/** Shares what an order came to: as a picture for anybody, or as the address for oneself. */
export function ShareOrder({ of: details, href }: ShareOrderProps) {
  const isFilled = details.fills.length > 0
  const t = useWords<Messages>('trading')
  const { words } = useUi()
  const [open, setOpen] = useState(false)
  const makePicture = usePicture(details)
  const done = (): void => setOpen(false)
  const sharePicture = async (): Promise<void> => {
    const file = await makePicture()
    done()
    if (navigator.canShare?.({ files: [file] }) === true) await share({ files: [file], title: t('titles.order') })
    else saveFile(file.name, file.type, new Uint8Array(await file.arrayBuffer()))
  }
  const shareLink = async (): Promise<void> => {
    done()
    const url = new URL(href, location.origin).href
    if (navigator.share !== undefined) return share({ title: t('titles.order'), url })
    await navigator.clipboard.writeText(url)
    showToast(words.copied)
  }
  return (
    <>
      <IconButton label={t('orders.share')} icon={<Icon of={Share} />} onClick={() => setOpen(true)} />
      <Sheet open={open} onOpenChange={setOpen} title={t('orders.share')}>
        {isFilled && (
          <ListRow
            first
            lead={<Icon of={ImageIcon} size={22} className="shrink-0 text-brand" />}
            title={t('orders.sharePicture')}
            note={t('orders.sharePictureNote')}
            onClick={() => void sharePicture().catch(() => showToast(t('orders.noPicture'), { kind: 'error' }))}
          />
        )}
        <ListRow
          first={!isFilled}
          lead={<Icon of={LinkIcon} size={22} className="shrink-0 text-brand" />}
          title={t('orders.shareLink')}
          note={t('orders.shareLinkNote')}
          onClick={() => void shareLink()}
        />
      </Sheet>
    </>
  )
}

/** Makes the picture of an order's outcome; what draws it comes when it is asked for. */
function usePicture({ order, fills }: ShownOrderDetails): () => Promise<File> {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const title = useOutcomeTitle()
  return async () => {
    const { drawPicture } = await import('@bolsillo/ui/picture')
    const picture = await drawPicture({
      ribbon: t('orders.pictureRibbon'),
      title: title(order),
      text: t('ticket.result.average', {
        price: said.price(order.averagePrice ?? '0'),
        amount: said.amount(order.filledAmount, order.currency),
      }),
      facts: [
        [t('order.fee'), said.amount(order.fee, order.currency)],
        [t('order.vat'), said.amount(order.vat, order.currency)],
      ],
      foot: said.moment(Math.max(...fills.map(({ at }) => at))),
    })
    return new File([picture], `bolsillo-${order.ticker.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`, {
      type: picture.type,
    })
  }
}
