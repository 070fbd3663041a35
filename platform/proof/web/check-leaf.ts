import type { ReplyOf } from '@bolsillo/contract'
import type { readOwnProof } from '../contract/index.ts'
import {
  accountPreimage,
  hexBytes,
  hexOf,
  isSum,
  leafPreimage,
  nodePreimage,
  type ProvenAsset,
  type SumNode,
} from '../domain/index.ts'
import { sha256 } from './web-hash.ts'

export type OwnLeaf = ReplyOf<typeof readOwnProof>['leaves'][number]

const unitsShape = /^(?:0|[1-9]\d{0,38})$/
const hashShape = /^[0-9a-f]{64}$/

/** Whether a customer's leaf leads to the published root and total of its asset, every sum in range on the way. */
export async function leadsToRoot(customerNumber: string, leaf: OwnLeaf, asset: ProvenAsset): Promise<boolean> {
  const texts = [leaf.balance, ...leaf.path.map(({ sum }) => sum)]
  const hashes = [leaf.salt, ...leaf.path.map(({ hash }) => hash)]
  const isWritten = texts.every((text) => unitsShape.test(text)) && hashes.every((hash) => hashShape.test(hash))
  const isPlace = Number.isInteger(leaf.index) && leaf.index >= 0 && leaf.index < 2 ** asset.height
  if (!isWritten || !isPlace || leaf.path.length !== asset.height) return false
  const balance = BigInt(leaf.balance)
  const commitment = await sha256(accountPreimage(customerNumber))
  const own = hexOf(await sha256(leafPreimage(commitment, hexBytes(leaf.salt), balance)))
  let node: SumNode | undefined = { hash: own, sum: balance }
  let place = leaf.index
  for (const { hash, sum } of leaf.path) {
    const sibling = { hash, sum: BigInt(sum) }
    node = place % 2 === 0 ? await parentOf(node, sibling) : await parentOf(sibling, node)
    if (node === undefined) return false
    place = Math.floor(place / 2)
  }
  return node.hash === asset.root && node.sum === asset.total
}

async function parentOf(left: SumNode, right: SumNode): Promise<SumNode | undefined> {
  const sum = left.sum + right.sum
  // A leaf beside itself would be one balance shown to two customers.
  if (left.hash === right.hash || !isSum(left.sum) || !isSum(right.sum) || !isSum(sum)) return undefined
  return { hash: hexOf(await sha256(nodePreimage(left, right))), sum }
}
