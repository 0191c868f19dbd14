import { testOnCoind } from '../../testing/family.ts';

testOnCoind('numbers that would keep the node busy without end, or end it, are refused before anything is done', async (node) => {
  const address = await node.call('getnewaddress');
  const size = (await node.call<{ keypoolsize: number }>('getwalletinfo')).keypoolsize;
  return [
    await node.refusal('generatetoaddress', 1e9, address), await node.refusal('keypoolrefill', 200_001), await node.call<number>('getblockcount'),
    (await node.call<{ keypoolsize: number }>('getwalletinfo')).keypoolsize - size,
  ];
}, [
  { code: -8, message: 'nblocks is 1000000000, and 500000 at most: call it several times' }, { code: -8, message: 'newsize is 200001, and 200000 at most' }, 0, 0,
]);

testOnCoind('long calls give way to others, and are whole all the same', async (node) => {
  const seen: string[] = [];
  const long = [
    node.call<string[]>('generatetoaddress', 1500, await node.call('getnewaddress')).then((hashes) => seen.push(`${hashes.length} blocks`)),
    node.call('keypoolrefill', 600).then(() => seen.push('keys')),
  ];
  for (let i = 0; i < 3; i++) await node.call('uptime').then(() => seen.push('uptime'));
  await Promise.all(long);
  const { keypoolsize } = await node.call<{ keypoolsize: number }>('getwalletinfo');
  return [seen.slice(0, 1), seen.toSorted(), await node.call<number>('getblockcount'), keypoolsize];
}, [['uptime'], ['1500 blocks', 'keys', 'uptime', 'uptime', 'uptime'], 1500, 600]);
