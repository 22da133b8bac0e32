//! Compressed list for entries that can mostly be computed from earlier ones.

/// Entries in a page.
const PAGE: usize = 1024;

/// Entry of a [`RegularList`].
pub trait Regular: Copy + PartialEq {
    /// The entry expected this many places later in a regular sequence.
    fn after(self, places: u32) -> Self;
}

/// A list of entries, in pages of 1024.
///
/// A page is regular if [`Regular::after`] computes all its entries from the first one. A regular page is
/// packed: only its first entry is stored. So a long game without branches needs almost no memory.
/// The last two pages are never packed, because their entries still change.
#[derive(Clone, Debug)]
pub struct RegularList<T> {
    pages: Vec<Page<T>>,
    length: usize,
}

#[derive(Clone, Debug)]
struct Page<T> {
    /// First entry of a packed page of [`PAGE`] entries. `None` if the entries are in `listed`.
    packed: Option<T>,
    listed: Vec<T>,
}

impl<T> Page<T> {
    const fn listed(listed: Vec<T>) -> Self {
        Self { packed: None, listed }
    }
}

impl<T> Default for RegularList<T> {
    fn default() -> Self {
        Self { pages: Vec::new(), length: 0 }
    }
}

impl<T: Regular> RegularList<T> {
    /// An empty list that reserves memory for `room` entries, at most one page.
    pub fn with_room(room: usize) -> Self {
        Self { pages: vec![Page::listed(Vec::with_capacity(room.min(PAGE)))], length: 0 }
    }

    /// Number of entries.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True for a list without entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The entry with this index, or `None` if the list is shorter.
    #[inline]
    pub fn get(&self, at: usize) -> Option<T> {
        let page = self.pages.get(at / PAGE)?;
        page.packed.map(|first| follow(first, at % PAGE)).or_else(|| page.listed.get(at % PAGE).copied())
    }

    /// The entry with this index.
    ///
    /// # Panics
    /// Panics if the list is shorter.
    #[inline]
    pub fn at(&self, at: usize) -> T {
        let page = &self.pages[at / PAGE];
        page.packed.map_or_else(|| page.listed[at % PAGE], |first| follow(first, at % PAGE))
    }

    /// Appends an entry. When a new page begins, the third page from the end is packed if it is regular.
    pub fn push(&mut self, entry: T) {
        let page = self.length / PAGE;
        if page == self.pages.len() {
            if let Some(full_page) = page.checked_sub(2) {
                self.pack(full_page);
            }
            self.pages.push(Page::listed(Vec::new()));
        }
        self.unpacked(page).push(entry);
        self.length += 1;
    }

    /// Changes the entry with this index. Returns `None` if the list is shorter.
    pub fn change<R>(&mut self, at: usize, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        if at >= self.length {
            return None;
        }
        self.unpacked(at / PAGE).get_mut(at % PAGE).map(change)
    }

    /// Replaces a regular page by its first entry.
    fn pack(&mut self, page: usize) {
        let Some(page) = self.pages.get_mut(page).filter(|page| page.listed.len() == PAGE) else { return };
        let first = page.listed[0];
        if page.listed.iter().enumerate().all(|(at, entry)| *entry == follow(first, at)) {
            *page = Page { packed: Some(first), listed: Vec::new() };
        }
    }

    /// Entries of a page, for changes. Unpacks a packed page.
    fn unpacked(&mut self, page: usize) -> &mut Vec<T> {
        let page = &mut self.pages[page];
        if let Some(first) = page.packed.take() {
            page.listed = (0..PAGE).map(|at| follow(first, at)).collect();
        }
        &mut page.listed
    }
}

fn follow<T: Regular>(first: T, places: usize) -> T {
    first.after(u32::try_from(places).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Regular for u32 {
        fn after(self, places: u32) -> Self {
            self + places
        }
    }

    fn packed(list: &RegularList<u32>) -> usize {
        list.pages.iter().filter(|page| page.packed.is_some()).count()
    }

    #[test]
    fn regular_pages_stay_packed_until_an_entry_changes() {
        let (mut list, mut plain) = (RegularList::with_room(4), Vec::new());
        for at in 0..10_000 {
            // One irregular step in the middle of a page, one between two pages.
            let entry = at + u32::from(at >= 2500) + u32::from(at >= 5120);
            list.push(entry);
            plain.push(entry);
        }
        assert_eq!((list.len(), packed(&list)), (10_000, 7));
        assert!((0..10_000).map(|at| list.at(at)).eq(plain.iter().copied()));
        for at in [0, 1023, 4000, 9_999] {
            assert_eq!(list.change(at, |entry| std::mem::replace(entry, 7)), Some(plain[at]));
            plain[at] = 7;
        }
        assert_eq!(list.change(10_000, |entry| *entry), None);
        assert_eq!((list.get(10_000), packed(&list)), (None, 5));
        assert!((0..10_000).map(|at| list.at(at)).eq(plain.iter().copied()));
    }
}
