import { createLucideIcon, type LucideIcon } from 'lucide-react'
import Atom from 'lucide-react/icons/atom'
import Bitcoin from 'lucide-react/icons/bitcoin'
import Droplet from 'lucide-react/icons/droplet'
import Ghost from 'lucide-react/icons/ghost'
import Hexagon from 'lucide-react/icons/hexagon'
import Infinity_ from 'lucide-react/icons/infinity'
import Leaf from 'lucide-react/icons/leaf'
import PawPrint from 'lucide-react/icons/paw-print'
import Sparkles from 'lucide-react/icons/sparkles'
import type { Mark } from './mark.ts'

/** A sign of lines on lucide's grid of 24, drawn here because lucide has none of it. */
function drawn(name: string, ...lines: readonly string[]): LucideIcon {
  return createLucideIcon(
    name,
    lines.map((d, index) => ['path', { d, key: `${name}-${index}` }]),
  )
}

/** Small circles around a center, as lines. */
function dots(radius: number, ...centers: ReadonlyArray<readonly [number, number]>): readonly string[] {
  return centers.map(
    ([x, y]) =>
      `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0`,
  )
}

const six = [
  [12, 4.5],
  [18.5, 8.2],
  [18.5, 15.8],
  [12, 19.5],
  [5.5, 15.8],
  [5.5, 8.2],
] as const

/** The marks of coins, by code: each coin's own sign in plain lines, on a tile of its own hue. */
export const coinMarks: Readonly<Record<string, Mark>> = {
  AAVE: [Ghost, 265],
  ADA: [drawn('ada', ...dots(1.2, ...six), ...dots(2.4, [12, 12])), 220],
  APT: [drawn('apt', 'M3.5 8H11l2 2 2-2h5.5', 'M3.5 12H8l2 2 2-2h8.5', 'M3.5 16h8.5l2 2 2-2h4.5'), 170],
  ATOM: [Atom, 235],
  AVAX: [drawn('avax', 'M11.5 4.5 2.8 19.5h5.6L14.3 9.3z', 'm17 13.2-3.8 6.3h8z'), 0],
  BCH: [Bitcoin, 140],
  BNB: [
    drawn(
      'bnb',
      'm12 2.8 2.6 2.6L12 8 9.4 5.4z',
      'm12 16 2.6 2.6-2.6 2.6-2.6-2.6z',
      'M5.4 9.4 8 12l-2.6 2.6L2.8 12z',
      'm18.6 9.4 2.6 2.6-2.6 2.6L16 12z',
      'm12 9.9 2.1 2.1-2.1 2.1L9.9 12z',
    ),
    48,
  ],
  BTC: [Bitcoin, 33],
  DOGE: [drawn('doge', 'M8.5 4H12a8 8 0 0 1 0 16H8.5z', 'M5 12h7.5'), 44],
  DOT: [drawn('dot', ...dots(1.9, ...six)), 325],
  ETC: [drawn('etc', 'M12 2.5 5.5 10.5 12 13.6l6.5-3.1z', 'M5.5 14 12 21.5l6.5-7.5-6.5 3.1z'), 130],
  ETH: [drawn('eth', 'M12 2.5 5.5 12.2 12 16l6.5-3.8z', 'm5.5 12.2 6.5-2.9 6.5 2.9', 'M6.2 15.8 12 21.5l5.8-5.7'), 245],
  HBAR: [drawn('hbar', 'M7.5 4.5v15', 'M16.5 4.5v15', 'M7.5 9.8h9', 'M7.5 14.2h9'), 210],
  ICP: [Infinity_, 290],
  LINK: [Hexagon, 222],
  LTC: [drawn('ltc', 'M11 4 8 20h10.5', 'M6 14.8 15 11'), 212],
  NEAR: [drawn('near', 'M5.5 19V5l13 14V5'), 150],
  PEPE: [Leaf, 110],
  SHIB: [PawPrint, 18],
  SOL: [drawn('sol', 'M7.2 5.5H20l-3.2 3.2H4z', 'M4 10.4h12.8l3.2 3.2H7.2z', 'M7.2 15.3H20l-3.2 3.2H4z'), 275],
  SUI: [Droplet, 200],
  TON: [drawn('ton', 'M4.5 5.5h15L12 20z', 'M12 5.5V20'), 200],
  TRX: [drawn('trx', 'm4 4.5 16 4L11 20.5z', 'm4 4.5 8.2 6.8L20 8.5', 'M12.2 11.3 11 20.5'), 355],
  UNI: [Sparkles, 320],
  USDT: [drawn('usdt', 'M5 5h14', 'M12 5v15', 'M4.5 11a7.5 2.4 0 1 0 15 0a7.5 2.4 0 1 0-15 0'), 165],
  XLM: [
    drawn(
      'xlm',
      'M3 15.5 21 6.5',
      'M3 19 21 10',
      'M5.6 14.2a6.6 6.6 0 0 1 9.6-7.4',
      'M18.4 11.3a6.6 6.6 0 0 1-9.6 6.6',
    ),
    230,
  ],
  XRP: [drawn('xrp', 'm4.5 4 4.7 4.6a4 4 0 0 0 5.6 0L19.5 4', 'm4.5 20 4.7-4.6a4 4 0 0 1 5.6 0l4.7 4.6'), 215],
}
