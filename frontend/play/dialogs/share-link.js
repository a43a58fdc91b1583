/** The link to a position that others can open. */

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Return the link to share, and a note about who can open it; no note for a page that others can reach.
 * @param {string} href  the address of the page
 * @param {string | null} networkUrl  the address of the server in the network, if it listens there
 * @returns {{link: string, note: string}}
 */
export function shareLink(href, networkUrl) {
  const { hostname, hash } = new URL(href);
  if (!LOOPBACK.test(hostname)) return { link: href, note: "" };
  if (networkUrl) return { link: networkUrl + hash, note: "Works on all computers in your network." };
  return { link: href, note: "Works on this computer only. Send the replay instead." };
}
