import { BlockList, isIP } from 'node:net'

// What IANA's registries of special-purpose addresses say is not of the public internet (RFC 6890 and after).
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
// Of IPv6 only what is given out to the public (2000::/3), without documentation and what carries an IPv4 address within.
const given6 = ['2000::/3']
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function listOf(nets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const net of nets) {
    const [address = '', bits = ''] = net.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const [notPublic4, public6, notPublic6] = [listOf(special4, 'ipv4'), listOf(given6, 'ipv6'), listOf(special6, 'ipv6')]

/** Whether an IP address is one of the public internet: not of this machine, its network, or a special use. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic4.check(address, 'ipv4')
    case 6:
      return public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
    default:
      return false
  }
}
