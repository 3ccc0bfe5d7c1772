// Run by screen.sh in headless Chromium. Without SHOTS: opens every page in a frame at phone
// and desktop width, looks for what no page may have, and writes down where things are on
// the pages in LOOK. With SHOTS: reads the screenshot and writes down how light it is where.
const out = document.getElementById('out');
const frame = document.createElement('iframe');
const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
const lines = [];
const say = (...words) => lines.push(words.join(' '));
const later = (ms) => new Promise((done) => setTimeout(done, ms));

const load = (page) => new Promise((done) => {
    frame.onload = async () => { await frame.contentDocument.fonts.ready; await later(20); done(); };
    frame.src = SITE + page + '.html';
});

const luminance = (colour) => {
    const part = colour.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
};
const contrast = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
};

// What a page may not have, whatever its text.
function faults(page, width) {
    const doc = frame.contentDocument;
    const bad = (what) => say('bad', page, width, theme, what);
    if (doc.documentElement.scrollWidth > width) bad('is wider than the window');
    const main = doc.querySelector('main');
    const edge = main.getBoundingClientRect().right + 1;
    for (const element of main.querySelectorAll('*')) {
        const box = element.getBoundingClientRect();
        if (box.width && box.right > edge && !element.closest('.scroll, pre, figure, math, .copyable'))
            bad(`<${element.localName}> stands out of the text: ${element.textContent.slice(0, 40)}`);
    }
    for (const image of doc.images)
        if (!image.complete || !image.naturalWidth) bad(`no picture ${image.getAttribute('src')}`);
    for (const image of doc.images)
        if (!image.alt) bad(`a picture without words ${image.getAttribute('src')}`);
    for (const math of doc.querySelectorAll('math')) {
        const box = math.getBoundingClientRect();
        if (box.width < 4 || box.height < 4) bad('a formula without size: ' + math.textContent);
    }
    for (const pre of doc.querySelectorAll('main pre[class]'))
        if (!pre.parentNode.querySelector('.copy')) bad('code without a copy button');
    const ground = getComputedStyle(doc.body).backgroundColor;
    for (const name of ['body', 'main a', '.language', '.number', 'figcaption', '.copy', '.co', '.st', '.kw', '.dv']) {
        const element = doc.querySelector(name);
        if (element && contrast(getComputedStyle(element).color, ground) < 4.5) bad(name + ' is too pale');
    }
}

// Where the parts of a page are: nothing here depends on its words.
function look(page, width) {
    const doc = frame.contentDocument, view = doc.defaultView;
    for (const name of ['.bar', '.search input', '.language', '.contents', '#contents', 'main', 'main h1',
        'main > p', 'main pre', 'main figure', 'main figure img', 'main .scroll', '.turn']) {
        const element = doc.querySelector(name);
        if (!element) continue;
        const box = element.getBoundingClientRect(), style = view.getComputedStyle(element);
        say('look', page, width, theme, name.replace(/ /g, '_'), `x=${Math.round(box.left)}`,
            name === '.language' ? `right=${Math.round(box.right)}` : `width=${Math.round(box.width)}`,
            `font=${style.fontSize.replace('px', '')}`, `ink=${style.color.replace(/ /g, '')}`,
            `ground=${style.backgroundColor.replace(/ /g, '')}`, `place=${style.position}`);
    }
    say('look', page, width, theme, 'contents', `open=${doc.getElementById('contents').open}`);
}

// The search, the language switch and the keyboard, as a reader uses them.
async function use(page, word) {
    const doc = frame.contentDocument;
    const bad = (what) => say('bad', page, 0, theme, what);
    const input = doc.getElementById('search'), found = doc.getElementById('found');
    doc.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
    if (doc.activeElement !== input) bad('/ does not lead to the search');
    input.value = word;
    for (let i = 0; i < 50 && !found.querySelector('a'); i++) {
        input.dispatchEvent(new Event('input'));
        await later(50);
    }
    if (!found.querySelector('a')) bad('the search finds nothing');
    input.value = 'qqqq';
    input.dispatchEvent(new Event('input'));
    if (found.querySelector('a') || !found.textContent) bad('the search finds what is not there');
    frame.contentWindow.location.hash = '#events';
    await later(50);
    const other = doc.getElementById('language').href;
    if (!/\/(en|zh)\/02-time\.html#events$/.test(other) || other.includes(page + '.html')) bad('language: ' + other);
}

async function pages() {
    frame.style.cssText = 'border:0;height:900px';
    document.body.append(frame);
    for (const width of [390, 1280]) {
        frame.style.width = width + 'px';
        for (const page of theme === 'light' ? PAGES : LOOK) {
            await load(page);
            faults(page, width);
            if (LOOK.includes(page)) look(page, width);
            if (width === 1280 && page.endsWith('/02-time')) await use(page, page.startsWith('zh') ? '中位数' : 'median');
        }
    }
    say('done', theme);
}

// Lightness in 24 columns: of the bar and title, and of all that was photographed.
async function fingerprint() {
    const image = new Image();
    await new Promise((done, fail) => { image.onload = done; image.onerror = fail; image.src = SHOTS; });
    const canvas = document.createElement('canvas');
    canvas.width = image.width; canvas.height = image.height;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    let left = 0;
    for (const width of [390, 1280])
        for (const page of LOOK) {
            for (const [part, height] of [['top', 120], ['all', HEIGHT]]) {
                const means = [];
                for (let column = 0; column < 24; column++) {
                    const x = Math.round(left + (column * width) / 24);
                    const data = context.getImageData(x, 0, Math.floor(width / 24), height).data;
                    let sum = 0;
                    for (let i = 0; i < data.length; i += 4) sum += data[i] + data[i + 1] + data[i + 2];
                    means.push(Math.round(sum / (0.75 * data.length)));
                }
                say('light', page, width, THEME, part, means.join(','));
            }
            left += width;
        }
    say('done', THEME);
}

(async () => {
    try { await (typeof SHOTS === 'undefined' ? pages() : fingerprint()); } catch (error) { say('bad', error.stack); }
    out.textContent = lines.join('\n');
})();
