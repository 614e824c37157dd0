// The one object that is linked with HDF5 (hdf5_calls.hpp).
#include "engine/hdf5/hdf5_calls.hpp"

#include <string>

#include "engine/hdf5/linked_file.hpp"

namespace {

std::string name_of_file(hid_t object) {
    const ssize_t length = H5Fget_name(object, nullptr, 0);
    std::string name(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
    if (!name.empty()) H5Fget_name(object, name.data(), name.size() + 1);
    return name;
}

/// Follows a link to an object of another file, unless that file lies elsewhere. `properties` counts the links so far.
hid_t follow_external_link(const char*, hid_t group, const void* link, std::size_t size, hid_t properties, hid_t) {
    const char *name = nullptr, *object = nullptr;
    unsigned flags = 0;
    if (H5Lunpack_elink_val(link, size, &flags, &name, &object) < 0) return H5I_INVALID_HID;
    const std::filesystem::path path = ranvier::hdf5::linked_file(name_of_file(group), name);
    if (path.empty()) return H5I_INVALID_HID;
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) return H5I_INVALID_HID;
    const hid_t found = H5Oopen(file, object, properties);
    H5Fclose(file);  // stays open as long as the object
    return found;
}

void guard_external_links() {
    H5L_class_t links{};
    links.version = H5L_LINK_CLASS_T_VERS;
    links.id = H5L_TYPE_EXTERNAL;
    links.comment = "links that stay in the folder";
    links.trav_func = follow_external_link;
    H5Lregister(&links);  // in the place of HDF5's own
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const ranvier::hdf5::Hdf5Calls* ranvier_hdf5() {
    H5dont_atexit();  // at exit, it would write again what a full disk did not take, and crash
    H5open();
    guard_external_links();
    static const ranvier::hdf5::Hdf5Calls calls{
#define RANVIER_HDF5_ADDRESS(name) .name = &::H5##name,
        RANVIER_HDF5_FUNCTIONS(RANVIER_HDF5_ADDRESS)
#undef RANVIER_HDF5_ADDRESS
            .read_only = H5F_ACC_RDONLY,
        .truncate = H5F_ACC_TRUNC,
        .std_u32le = H5T_STD_U32LE,
        .std_u64le = H5T_STD_U64LE,
        .ieee_f32le = H5T_IEEE_F32LE,
        .ieee_f64le = H5T_IEEE_F64LE,
        .c_s1 = H5T_C_S1,
        .native_uint8 = H5T_NATIVE_UINT8,
        .native_uint32 = H5T_NATIVE_UINT32,
        .native_uint64 = H5T_NATIVE_UINT64,
        .native_int64 = H5T_NATIVE_INT64,
        .native_double = H5T_NATIVE_DOUBLE,
        .dataset_create = H5P_DATASET_CREATE,
        .dataset_transfer = H5P_DATASET_XFER};
    return &calls;
}
