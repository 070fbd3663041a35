import { hashShape, must, parentOf, readSum, Unsound } from './verifier.mjs'

/**
 * Checks all leaves of one tree, as an auditor is given them: in their order, each once, none below nothing, and the
 * root and total what was published.
 * @param {readonly { hash: string, sum: string }[]} leaves
 * @param {{ height: number, root: string, total: string }} published
 * @returns {Promise<{ ok: boolean, problem?: string }>}
 */
export async function verifyWholeTree(leaves, published) {
  try {
    must(leaves.length === 2 ** published.height, 'there are not as many leaves as the height says')
    for (const [place, leaf] of leaves.entries()) {
      must(hashShape.test(leaf.hash), 'a leaf has no hash')
      readSum(leaf.sum)
      must(place === 0 || leaves[place - 1].hash < leaf.hash, 'a leaf is there twice, or they are not in order')
    }
    let level = leaves.map(({ hash, sum }) => ({ hash, sum: readSum(sum) }))
    while (level.length > 1) {
      const parents = []
      for (let place = 0; place < level.length; place += 2) parents.push(await parentOf(level[place], level[place + 1]))
      level = parents
    }
    must(level[0].hash === published.root, 'the root is not the published one')
    must(level[0].sum === readSum(published.total), 'the total is not the published one')
    return { ok: true }
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, problem: error.message }
    throw error
  }
}
